package main

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// crowd is many goroutines that wait at a gate.
type crowd struct {
	size  int
	gate  chan int
	wg    sync.WaitGroup
	there atomic.Int64
}

func newCrowd(size int) *crowd {
	c := &crowd{size: size, gate: make(chan int)}
	c.wg.Add(size)
	return c
}

// gather starts them, and says how long it took until all had come to the gate.
func (c *crowd) gather() int64 {
	start := time.Now()
	for i := 0; i < c.size; i++ {
		go func() {
			c.there.Add(1)
			<-c.gate
			c.wg.Done()
		}()
	}
	for c.there.Load() < int64(c.size) {
		runtime.Gosched()
	}
	return time.Since(start).Nanoseconds()
}

// release lets them go, and says how long it took until all had passed.
func (c *crowd) release() int64 {
	start := time.Now()
	close(c.gate)
	c.wg.Wait()
	return time.Since(start).Nanoseconds()
}
