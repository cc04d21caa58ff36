package main

import "sync"

func waitgroupOwn(r *round) {
	r.check("counted", int64(r.procs)*r.n, onEach(r.procs, func() int64 {
		var own struct {
			_     [128]byte
			group sync.WaitGroup
			_     [128]byte
		}
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			own.group.Add(1)
			own.group.Done()
			own.group.Wait()
			count++
		}
		return count
	}))
	r.ops = int64(r.procs) * r.n
}
