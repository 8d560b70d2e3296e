// Package kirke plays chess variants.
package kirke
