package main

import "fmt"

// round is one run of a workload: what is asked for, and what came of it.
type round struct {
	size, cap, procs int
	n                int64
	ops              int64
	nanos, bytes     int64 // where it is not the whole round, and not what was allocated; else negative
}

// check ends the process if a workload did not do what was asked.
func (r *round) check(what string, expected, actual int64) {
	if expected != actual {
		panic(fmt.Sprintf("%s: %d expected, %d found", what, expected, actual))
	}
}
