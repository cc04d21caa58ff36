package main

func chain(r *round) {
	first := make(chan int, r.cap)
	last := first
	for i := 0; i < r.size; i++ {
		left, right := last, make(chan int, r.cap)
		go func() {
			for k := int64(0); k < r.n; k++ {
				right <- <-left
			}
		}()
		last = right
	}
	go feed(first, r.n)
	r.check("sum", valuesSum(r.n), drain(last, r.n))
	r.ops = r.n * int64(r.size+1)
}
