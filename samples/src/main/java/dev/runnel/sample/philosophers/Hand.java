package dev.runnel.sample.philosophers;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;

/** Deals with the forks of a seat at a {@link Polite} table. */
final class Hand {

    /** What hands say to one another, and philosophers to their hands. */
    sealed interface Word {}

    /** A neighbour wants this fork. There is one such request for each fork; without it, a hand cannot ask. */
    private record Ask(int fork) implements Word {}

    /** A neighbour gives this fork, clean. */
    private record Give(int fork) implements Word {}

    /** A meal is to begin. */
    record Hungry() implements Word {}

    /** The meal is over. */
    record Sated() implements Word {}

    /** Room for two forks, two requests and a word from the philosopher: sending to a hand never waits. */
    private static final int ROOM = 5;

    private final Chan<Word> inbox;
    private final Chan<Boolean> ready = chan(1);
    private final Side left;
    private final Side right;
    private boolean isHungry;
    private boolean isEating;

    Hand(Chan<Word> inbox, Side left, Side right) {
        this.inbox = inbox;
        this.left = left;
        this.right = right;
    }

    static Chan<Word> newInbox() {
        return chan(ROOM);
    }

    SendChan<Word> inbox() {
        return inbox;
    }

    /** Says when the meal may begin. */
    RecvChan<Boolean> ready() {
        return ready;
    }

    /** Never ends. */
    void run() {
        for (Word word : inbox) {
            switch (word) {
                case Ask ask -> side(ask.fork()).hasRequest = true;
                case Give give -> side(give.fork()).take();
                case Hungry hungry -> isHungry = true;
                case Sated sated -> isEating = false;
            }
            if (!isEating) {
                left.settle(isHungry);
                right.settle(isHungry);
            }
            if (isHungry && left.hasFork && right.hasFork) {
                isHungry = false;
                isEating = true;
                left.isClean = false;
                right.isClean = false;
                ready.send(true);
            }
        }
    }

    private Side side(int fork) {
        return fork == left.fork ? left : right;
    }

    /** What is shared with a neighbour. */
    static final class Side {

        private final int fork;
        private final SendChan<Word> neighbour;
        private boolean hasFork;
        private boolean isClean;
        private boolean hasRequest;

        /**
         * @param fork the number of the fork
         * @param neighbour the hand that shares it
         * @param isMine whether it lies here at first, dirty; the request for it is on the other side then
         */
        Side(int fork, SendChan<Word> neighbour, boolean isMine) {
            this.fork = fork;
            this.neighbour = neighbour;
            hasFork = isMine;
            hasRequest = !isMine;
        }

        private void take() {
            hasFork = true;
            isClean = true;
        }

        private void settle(boolean isWanted) {
            if (hasFork && hasRequest && !isClean) {
                hasFork = false;
                neighbour.send(new Give(fork));
            }
            if (isWanted && !hasFork && hasRequest) {
                hasRequest = false;
                neighbour.send(new Ask(fork));
            }
        }
    }
}
