package main

const small = 8

func matmult(r *round) {
	size := r.size
	a, b := numbers(size), numbers(size)
	for i := int64(0); i < r.n; i++ {
		c := matrix(size)
		multiply(nil, a, b, c, 0, size, 0, size, 0, size)
		r.check("corner", int64(corner(a, b)), int64(c[size-1][size-1]))
	}
	r.ops = r.n * int64(size) * int64(size) * int64(size)
}

func multiply(done chan bool, a, b, c [][]float64, i0, i1, j0, j1, k0, k1 int) {
	di, dj, dk := i1-i0, j1-j0, k1-k0
	switch {
	case di >= dj && di >= dk && di >= small:
		mid, half := i0+di/2, make(chan bool, 1)
		go multiply(half, a, b, c, i0, mid, j0, j1, k0, k1)
		multiply(nil, a, b, c, mid, i1, j0, j1, k0, k1)
		<-half
	case dj >= dk && dj >= small:
		mid, half := j0+dj/2, make(chan bool, 1)
		go multiply(half, a, b, c, i0, i1, j0, mid, k0, k1)
		multiply(nil, a, b, c, i0, i1, mid, j1, k0, k1)
		<-half
	case dk >= small:
		mid := k0 + dk/2 // one after the other: both add to the same cells
		multiply(nil, a, b, c, i0, i1, j0, j1, k0, mid)
		multiply(nil, a, b, c, i0, i1, j0, j1, mid, k1)
	default:
		for i := i0; i < i1; i++ {
			for j := j0; j < j1; j++ {
				for k := k0; k < k1; k++ {
					c[i][j] += a[i][k] * b[k][j]
				}
			}
		}
	}
	if done != nil {
		done <- true
	}
}

func matrix(size int) [][]float64 {
	m := make([][]float64, size)
	for i := range m {
		m[i] = make([]float64, size)
	}
	return m
}

func numbers(size int) [][]float64 {
	m := matrix(size)
	for i := range m {
		for j := range m[i] {
			m[i][j] = float64((i*size + j) & 63)
		}
	}
	return m
}

func corner(a, b [][]float64) float64 {
	last := len(a) - 1
	sum := 0.0
	for k := range a {
		sum += a[last][k] * b[k][last]
	}
	return sum
}
