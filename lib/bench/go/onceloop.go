package main

import (
	"sync"
	"sync/atomic"
)

func onceLoop(r *round) {
	var once sync.Once
	var ran atomic.Int64
	body := func() { ran.Add(1) }
	counted := onEach(r.procs, func() int64 {
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			once.Do(body)
			count++
		}
		return count
	})
	r.check("ran", 1, ran.Load())
	r.ops = int64(r.procs) * r.n
	r.check("counted", r.ops, counted)
}
