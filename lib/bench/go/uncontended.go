package main

func uncontended(r *round) {
	r.check("sum", int64(r.procs)*r.n*valuesSum(int64(r.cap)), onEach(r.procs, func() int64 {
		c := make(chan int, r.cap)
		mine := int64(0)
		for i := int64(0); i < r.n; i++ {
			feed(c, int64(r.cap))
			mine += drain(c, int64(r.cap))
		}
		return mine
	}))
	r.ops = int64(r.procs) * r.n * int64(r.cap)
}
