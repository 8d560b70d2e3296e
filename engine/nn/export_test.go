package nn

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// Sealed returns a file with the right checksum at its end.
func Sealed(file []byte) []byte {
	if len(file) < crcSize {
		return file
	}
	body := bytes.Clone(file[:len(file)-crcSize])
	return binary.LittleEndian.AppendUint32(body, crc32.Checksum(body, castagnoli))
}

// Plainly calls f with the loops in plain Go. Nothing else may evaluate meanwhile.
func Plainly(f func() int) int {
	was := vectors
	vectors = false
	defer func() { vectors = was }()
	return f()
}
