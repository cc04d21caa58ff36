package dev.runnel.bench.kit;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.Select;
import com.softwaremill.jox.SelectClause;
import java.util.ArrayList;
import java.util.List;

/**
 * Jox's select. Its receive clauses are made once; its send clauses, which hold the value, are made each time. Jox's
 * own timeout starts a thread per call; a channel on which nothing comes is cheaper, and the same as a timer channel.
 */
final class JoxPicker extends Picker {

    private final List<Channel<Object>> sends;
    private final SelectClause<?>[] clauses;

    JoxPicker(List<Channel<Object>> receives, List<Channel<Object>> sends, boolean timeout) {
        this.sends = sends;
        List<SelectClause<?>> all = new ArrayList<>();
        sends.forEach(c -> all.add(null));
        receives.forEach(c -> all.add(c.receiveClause()));
        if (timeout) {
            all.add(Channel.newRendezvousChannel().receiveClause());
        }
        clauses = all.toArray(new SelectClause<?>[0]);
    }

    @Override
    public Object pick(Object value) {
        for (int i = 0; i < sends.size(); i++) {
            clauses[i] = sends.get(i).sendClause(value);
        }
        try {
            return JoxKit.orNull(Select.selectOrClosed(clauses));
        } catch (InterruptedException e) {
            throw VirtualThreadKit.interrupted(e);
        }
    }
}
