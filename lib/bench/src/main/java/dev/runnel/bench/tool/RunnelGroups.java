package dev.runnel.bench.tool;

import dev.runnel.sync.WaitGroup;

final class RunnelGroups extends Groups<WaitGroup> {

    @Override
    public WaitGroup of(int members) {
        WaitGroup group = new WaitGroup();
        group.add(members);
        return group;
    }

    @Override
    public void add(WaitGroup group) {
        group.add(1);
    }

    @Override
    public void done(WaitGroup group) {
        group.done();
    }

    @Override
    public void await(WaitGroup group) {
        group.await();
    }
}
