// Command program is the engine in a Web Worker. It searches one position, given as JSON in the
// global kirkeTask, and calls the global kirkeTell with each line that it finds, as JSON. The worker
// ends it at any time.
package main
