package main

import (
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

const (
	pause    = 200 * time.Microsecond
	patience = time.Millisecond
	parts    = 10_000
)

func wakeup(r *round) {
	c := make(chan int)
	took := make([]int64, r.n)
	start := time.Now()
	var sent, woken atomic.Int64
	go func() {
		for i := int64(0); i < r.n; i++ {
			<-c
			took[i] = int64(time.Since(start)) - sent.Load()
			woken.Store(i + 1)
		}
	}()
	for i := int64(0); i < r.n; i++ {
		time.Sleep(pause)
		now := time.Since(start)
		sent.Store(int64(now))
		c <- value(i)
		for woken.Load() <= i {
			if time.Since(start)-now > patience {
				runtime.Gosched()
			}
		}
	}
	slices.Sort(took)
	r.ops = 1
	r.nanos = took[r.n*int64(r.size)/parts]
}
