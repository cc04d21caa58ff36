package main

import (
	"sync"
	"sync/atomic"
)

const batch = 1000

func prodcons(r *round) {
	c := make(chan int, r.cap)
	var batches, received, idlers atomic.Int64
	batches.Store(r.n/batch + 1)
	n := batches.Load() * batch
	var wg sync.WaitGroup
	wg.Add(2 * r.procs)
	for p := 0; p < r.procs; p++ {
		go func() {
			idlers.Add(produce(c, &batches, r.size))
			wg.Done()
		}()
		go func() {
			idlers.Add(consume(c, &received, r.size))
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("received", n, received.Load())
	somebodyWorked := idlers.Load() < int64(2*r.procs)
	if somebodyWorked != (r.size > 0) {
		panic("work")
	}
	r.ops = n
}

func produce(c chan int, batches *atomic.Int64, steps int) int64 {
	state := workStart
	for batches.Add(-1) >= 0 {
		for i := 0; i < batch; i++ {
			state = work(state, steps)
			c <- 1
		}
	}
	c <- 0
	return idle(state)
}

func consume(c chan int, received *atomic.Int64, steps int) int64 {
	state, count := workStart, int64(0)
	for <-c != 0 {
		state = work(state, steps)
		count++
	}
	received.Add(count)
	return idle(state)
}
