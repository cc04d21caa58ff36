package main

import (
	"runtime"
	"sync/atomic"
)

// semaphoreLoop has a channel with a buffer for a semaphore.
func semaphoreLoop(r *round) {
	permits := r.size / 2
	semaphore := make(chan struct{}, permits)
	share := r.n/int64(r.size) + 1
	var taken, tooMany atomic.Int64
	turns := onEach(r.size, func() int64 {
		count := int64(0)
		for i := int64(0); i < share; i++ {
			semaphore <- struct{}{}
			if taken.Add(1) > int64(permits) {
				tooMany.Add(1)
			}
			runtime.Gosched()
			taken.Add(-1)
			<-semaphore
			count++
		}
		return count
	})
	r.check("too many", 0, tooMany.Load())
	r.ops = int64(r.size) * share
	r.check("turns", r.ops, turns)
}
