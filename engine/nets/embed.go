//go:build !js

package nets

import "embed"

//go:embed *.nnue
var files embed.FS
