package dev.runnel.bench.kit;

import dev.runnel.bench.tool.OtherTools;
import dev.runnel.bench.tool.Tools;
import java.util.Set;

/** The other kind of those things that the JDK has in two kinds. */
final class OtherKit extends ChannellessKit {

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return needs.contains(Need.TWO_KINDS);
    }

    @Override
    public Tools<Object> tools() {
        return new OtherTools<>();
    }
}
