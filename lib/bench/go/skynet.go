package main

const fan = 10

func skynet(r *round) {
	leaves := int64(r.size)
	goroutines := int64(0)
	for level := leaves; level > 0; level /= fan {
		goroutines += level
	}
	for i := int64(0); i < r.n; i++ {
		result := make(chan int64)
		go node(result, 0, leaves)
		r.check("sum", leaves*(leaves-1)/2, <-result)
	}
	r.ops = r.n * goroutines
}

func node(parent chan int64, number, leaves int64) {
	if leaves == 1 {
		parent <- number
		return
	}
	children := make(chan int64)
	each := leaves / fan
	for i := int64(0); i < fan; i++ {
		go node(children, number+i*each, each)
	}
	sum := int64(0)
	for i := 0; i < fan; i++ {
		sum += <-children
	}
	parent <- sum
}
