package main

import (
	"sync"
	"sync/atomic"
)

// onEach runs a goroutine per processor and adds up what they return.
func onEach(procs int, body func() int64) int64 {
	var wg sync.WaitGroup
	wg.Add(procs)
	var sum atomic.Int64
	for p := 0; p < procs; p++ {
		go func() {
			sum.Add(body())
			wg.Done()
		}()
	}
	wg.Wait()
	return sum.Load()
}
