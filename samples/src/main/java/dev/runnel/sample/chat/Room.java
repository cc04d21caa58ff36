package dev.runnel.sample.chat;

import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/** Knows who is there, and tells everyone what is said. */
final class Room {

    /** What happens. */
    sealed interface Event {}

    /** Someone wants to come in, and is told whether the name was free. */
    record Join(Member member, SendChan<Boolean> welcome) implements Event {}

    /** Someone says something to all others. */
    record Say(Member member, String text) implements Event {}

    /** Something concerns one member only. */
    record Tell(Member member, String text) implements Event {}

    /** Someone has gone. */
    record Leave(Member member) implements Event {}

    /** The server is about to end. */
    record Close() implements Event {}

    private Map<String, Member> members = LinkedHashMap.empty();
    private boolean isClosing;

    /** Runs until there are no more events. */
    void run(RecvChan<Event> events) {
        for (Event event : events) {
            switch (event) {
                case Join join -> join.welcome().send(join(join.member()));
                case Say say -> broadcast(say.member().name(), say.member().name() + ": " + say.text());
                case Tell tell -> tell(tell.member(), "* " + tell.text());
                case Leave leave -> leave(leave.member(), "has left");
                case Close close -> {
                    broadcast("", "* the server is closing");
                    isClosing = true;
                }
            }
        }
    }

    private boolean join(Member member) {
        if (members.containsKey(member.name())) {
            return false;
        }
        members = members.put(member.name(), member);
        tell(member, "* welcome; here are: " + members.keySet().mkString(", "));
        broadcast(member.name(), "* " + member.name() + " has joined");
        return true;
    }

    private void leave(Member member, String how) {
        if (members.get(member.name()).contains(member)) {
            members = members.remove(member.name());
            member.lines().close();
            if (!isClosing) {
                broadcast(member.name(), "* " + member.name() + " " + how);
            }
        }
    }

    private void broadcast(String from, String line) {
        members.values().filter(member -> !member.name().equals(from)).forEach(member -> tell(member, line));
    }

    private void tell(Member member, String line) {
        if (members.get(member.name()).contains(member) && !member.lines().trySend(line)) {
            member.cutOff();
            leave(member, "was too slow");
        }
    }
}
