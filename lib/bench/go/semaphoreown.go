package main

// semaphoreOwn has a channel with a buffer for a semaphore, as Go's programs do; the weighted one is not in the standard library.
func semaphoreOwn(r *round) {
	counted := onEach(r.procs, func() int64 {
		semaphore := make(chan struct{}, 1)
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			semaphore <- struct{}{}
			count++
			<-semaphore
		}
		return count
	})
	r.ops = int64(r.procs) * r.n
	r.check("counted", r.ops, counted)
}
