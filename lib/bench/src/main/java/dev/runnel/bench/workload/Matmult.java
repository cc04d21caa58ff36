package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Need;

/** A product of matrices, halved by goroutines until it is small. An operation is a multiplication. */
final class Matmult<C> extends Workload<C> {

    Matmult(Kit<C> kit) {
        super(kit, Need.SPAWN);
    }

    private static final int SMALL = 8;

    @Override
    public void run(Round round) {
        int size = round.size();
        double[][] a = numbers(size);
        double[][] b = numbers(size);
        for (long i = 0; i < round.n(); i++) {
            double[][] c = new double[size][size];
            multiply(null, a, b, c, 0, size, 0, size, 0, size);
            round.check("corner", (long) corner(a, b), (long) c[size - 1][size - 1]);
        }
        round.did(round.n() * size * size * size);
    }

    private void multiply(
            C done, double[][] a, double[][] b, double[][] c, int i0, int i1, int j0, int j1, int k0, int k1) {
        int di = i1 - i0;
        int dj = j1 - j0;
        int dk = k1 - k0;
        if (di >= dj && di >= dk && di >= SMALL) {
            int mid = i0 + di / 2;
            C half = kit.chan(1);
            kit.go(() -> multiply(half, a, b, c, i0, mid, j0, j1, k0, k1));
            multiply(null, a, b, c, mid, i1, j0, j1, k0, k1);
            kit.recv(half);
        } else if (dj >= dk && dj >= SMALL) {
            int mid = j0 + dj / 2;
            C half = kit.chan(1);
            kit.go(() -> multiply(half, a, b, c, i0, i1, j0, mid, k0, k1));
            multiply(null, a, b, c, i0, i1, mid, j1, k0, k1);
            kit.recv(half);
        } else if (dk >= SMALL) {
            int mid = k0 + dk / 2; // one after the other: both add to the same cells
            multiply(null, a, b, c, i0, i1, j0, j1, k0, mid);
            multiply(null, a, b, c, i0, i1, j0, j1, mid, k1);
        } else {
            block(a, b, c, i0, i1, j0, j1, k0, k1);
        }
        if (done != null) {
            kit.send(done, true);
        }
    }

    private static void block(
            double[][] a, double[][] b, double[][] c, int i0, int i1, int j0, int j1, int k0, int k1) {
        for (int i = i0; i < i1; i++) {
            for (int j = j0; j < j1; j++) {
                for (int k = k0; k < k1; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
    }

    private static double[][] numbers(int size) {
        double[][] m = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                m[i][j] = (i * size + j) & 63;
            }
        }
        return m;
    }

    private static double corner(double[][] a, double[][] b) {
        int last = a.length - 1;
        double sum = 0;
        for (int k = 0; k <= last; k++) {
            sum += a[last][k] * b[k][last];
        }
        return sum;
    }
}
