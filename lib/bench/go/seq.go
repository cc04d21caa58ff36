package main

func seq(r *round) {
	c := make(chan int, r.cap)
	n := int64(r.cap)
	for i := int64(0); i < r.n; i++ {
		feed(c, n)
		r.check("sum", valuesSum(n), drain(c, n))
	}
	r.ops = 2 * r.n * n
}
