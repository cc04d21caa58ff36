package main

// Work between operations; from workStart its steps lead away, and do not come back in any run.
const (
	workStart = int64(1)
	workSteps = 100
)

// work does so many steps, each of which needs the one before.
func work(state int64, steps int) int64 {
	x := uint64(state)
	for i := 0; i < steps; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return int64(x)
}

// idle is one if no step was done, else zero.
func idle(state int64) int64 {
	if state == workStart {
		return 1
	}
	return 0
}
