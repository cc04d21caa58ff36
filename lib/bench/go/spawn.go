package main

import (
	"sync"
	"sync/atomic"
)

const wave = 1000

func spawn(r *round) {
	var ran atomic.Int64
	for i := int64(0); i < r.n; i++ {
		var wg sync.WaitGroup
		wg.Add(wave)
		for j := 0; j < wave; j++ {
			go func() {
				ran.Add(1)
				wg.Done()
			}()
		}
		wg.Wait()
	}
	r.check("ran", r.n*wave, ran.Load())
	r.ops = r.n * wave
}
