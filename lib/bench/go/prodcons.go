package main

import (
	"sync"
	"sync/atomic"
)

const batch = 1000

func prodcons(r *round) {
	c := make(chan int, r.cap)
	var batches, received, idle atomic.Int64
	batches.Store(r.n/batch + 1)
	n := batches.Load() * batch
	var wg sync.WaitGroup
	wg.Add(2 * r.procs)
	for p := 0; p < r.procs; p++ {
		go func() {
			idle.Add(produce(c, &batches, r.size))
			wg.Done()
		}()
		go func() {
			idle.Add(consume(c, &received, r.size))
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("received", n, received.Load())
	somebodyWorked := idle.Load() < int64(2*r.procs)
	if somebodyWorked != (r.size > 0) {
		panic("work")
	}
	r.ops = n
}

func produce(c chan int, batches *atomic.Int64, steps int) int64 {
	state := int64(1)
	for batches.Add(-1) >= 0 {
		for i := 0; i < batch; i++ {
			state = work(state, steps)
			c <- 1
		}
	}
	c <- 0
	return unchanged(state)
}

func consume(c chan int, received *atomic.Int64, steps int) int64 {
	state, count := int64(1), int64(0)
	for <-c != 0 {
		state = work(state, steps)
		count++
	}
	received.Add(count)
	return unchanged(state)
}

func unchanged(state int64) int64 {
	if state == 1 {
		return 1
	}
	return 0
}

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
