package nets

import "embed"

var files embed.FS
