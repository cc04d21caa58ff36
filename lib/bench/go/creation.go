package main

func creation(r *round) {
	r.check("sum", int64(r.procs)*valuesSum(r.n), onEach(r.procs, func() int64 {
		mine := int64(0)
		for i := int64(0); i < r.n; i++ {
			c := make(chan int, r.cap)
			c <- value(i)
			mine += int64(<-c)
		}
		return mine
	}))
	r.ops = int64(r.procs) * r.n
}
