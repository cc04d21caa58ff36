package main

import "sync"

func waitgroupWait(r *round) {
	counted := onEach(r.procs, func() int64 {
		sum := int64(0)
		for i := int64(0); i < r.n; i++ {
			counts := make([]int32, r.size)
			var group sync.WaitGroup
			group.Add(r.size)
			for k := range counts {
				go func() {
					counts[k] = 1
					group.Done()
				}()
			}
			group.Wait()
			for _, count := range counts {
				sum += int64(count)
			}
		}
		return sum
	})
	r.ops = int64(r.procs) * r.n * int64(r.size)
	r.check("counted", r.ops, counted)
}
