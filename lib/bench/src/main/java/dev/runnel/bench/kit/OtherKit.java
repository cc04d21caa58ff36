package dev.runnel.bench.kit;

import dev.runnel.bench.tool.OtherTools;
import dev.runnel.bench.tool.Tools;
import java.util.Set;

/** The other kind of what the JDK has in two. */
final class OtherKit extends HandoverKit<Object> {

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return needs.contains(Need.TWO_KINDS);
    }

    @Override
    public Tools<Object> tools() {
        return new OtherTools<>();
    }

    @Override
    public Object chan(int capacity) {
        throw cannot("channels");
    }

    @Override
    public void send(Object channel, Object value) {
        throw cannot("channels");
    }

    @Override
    public Object recv(Object channel) {
        throw cannot("channels");
    }
}
