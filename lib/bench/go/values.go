package main

const mask = 127

// value is the i-th value.
func value(i int64) int { return int(i) & mask }

// valuesSum is the sum of the first n values.
func valuesSum(n int64) int64 {
	whole, rest := n/(mask+1), n%(mask+1)
	return whole*(mask*(mask+1)/2) + rest*(rest-1)/2
}

// feed sends the first n values.
func feed(c chan int, n int64) {
	for i := int64(0); i < n; i++ {
		c <- value(i)
	}
}

// drain receives n values and adds them up.
func drain(c chan int, n int64) int64 {
	sum := int64(0)
	for i := int64(0); i < n; i++ {
		sum += int64(<-c)
	}
	return sum
}

// channels makes some channels.
func channels(count, capacity int) []chan int {
	all := make([]chan int, count)
	for i := range all {
		all[i] = make(chan int, capacity)
	}
	return all
}
