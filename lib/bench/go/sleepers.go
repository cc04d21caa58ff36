package main

import (
	"sync"
	"sync/atomic"
	"time"
)

const spread = 10

func sleepers(r *round) {
	var wg sync.WaitGroup
	wg.Add(r.size)
	var tooShort atomic.Int64
	for i := 0; i < r.size; i++ {
		duration := time.Duration(1+i%spread) * time.Millisecond
		go func() {
			for k := int64(0); k < r.n; k++ {
				before := time.Now()
				time.Sleep(duration)
				if time.Since(before) < duration {
					tooShort.Add(1)
				}
			}
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("too short", 0, tooShort.Load())
	r.ops = int64(r.size) * r.n
}
