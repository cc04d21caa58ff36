package dev.runnel.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

    @Test
    void noName_listsOneProgramPerLine() {
        Ran ran = Ran.program();

        assertEquals(0, ran.status());
        assertEquals(
                "md5 sieve fib steps pingpong fanin million deadlock leak service squares verify workers ratelimit search pubsub crawl"
                        + " philosophers chat",
                String.join(
                        " ",
                        ran.out().lines().map(line -> line.split(" ", 2)[0]).toList()));
    }

    @Test
    void unknownName_isAnError() {
        Ran ran = Ran.program("nosuch", "1");

        assertEquals(2, ran.status());
        assertEquals("", ran.out());
        assertTrue(ran.err().startsWith("there is no program 'nosuch'; there are md5, sieve,"), ran.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sieve              | sieve: N is missing; usage: sieve N",
                "sieve x            | sieve: N: 'x' is not allowed; allowed: a whole number from 1 to 100000",
                "sieve 0            | sieve: N: '0' is not allowed; allowed: a whole number from 1 to 100000",
                "sieve 1 2          | sieve: '2' is one too many; usage: sieve N",
                "fib 47             | fib: N: '47' is not allowed; allowed: a whole number from 1 to 46",
                "steps sort 4       | steps: PROGRAM: 'sort' is not allowed; allowed: fib",
                "steps fib 13       | steps: N: '13' is not allowed; allowed: a whole number from 0 to 12",
                "fib 1.5            | fib: N: '1.5' is not allowed; allowed: a whole number from 1 to 46",
                "pingpong 9999999999| pingpong: ROUNDS: '9999999999' is not allowed; allowed: a whole number from 1 to"
                        + " 2147483647",
                "fanin 1 -1         | fanin: VALUES: '-1' is not allowed; allowed: a whole number from 1 to 1000000",
                "million many       | million: N: 'many' is not allowed; allowed: a whole number from 1 to 10000000",
                "deadlock now       | deadlock: 'now' is one too many; usage: deadlock",
                "service 65536      | service: PORT: '65536' is not allowed; allowed: a whole number from 0 to 65535",
                "service --idle 0   | service: --idle: '0' is not allowed; allowed: a whole number from 1 to 86400",
                "squares 10 11      | squares: TAKE: '11' is not allowed; allowed: a whole number from 0 to 10",
                "verify             | verify: LIST is missing; usage: verify LIST [--workers N]",
                "verify --workers 0 | verify: --workers: '0' is not allowed; allowed: a whole number from 1 to 1024",
                "workers 0          | workers: JOBS: '0' is not allowed; allowed: a whole number from 1 to 10000000",
                "ratelimit 1 2 none | ratelimit: BURST: 'none' is not allowed; allowed: a whole number from 1 to 100000",
                "search             | search: QUERY is missing; usage: search QUERY [REPLICAS] [MILLIS]",
                "search a 0         | search: REPLICAS: '0' is not allowed; allowed: a whole number from 1 to 10000",
                "pubsub none        | pubsub: MESSAGES: 'none' is not allowed; allowed: a whole number from 1 to 1000000",
                "crawl              | crawl: DIR is missing; usage: crawl DIR [--depth N] [--fetches N]",
                "crawl . --fetches 0| crawl: --fetches: '0' is not allowed; allowed: a whole number from 1 to 1024",
                "philosophers       | philosophers: TABLE is missing; usage: philosophers TABLE [SEATS] [MEALS]",
                "philosophers round | philosophers: TABLE: 'round' is not allowed; allowed: greedy, ordered, waited, polite",
                "philosophers polite 1|"
                        + " philosophers: SEATS: '1' is not allowed; allowed: a whole number from 2 to 10000",
                "chat -1            | chat: PORT: '-1' is not allowed; allowed: a whole number from 0 to 65535",
                "md5                | md5: DIR is missing; usage: md5 DIR [--workers N]",
                "md5 a b            | md5: 'b' is one too many; usage: md5 DIR [--workers N]",
                "md5 --fast .       | md5: there is no option '--fast'; usage: md5 DIR [--workers N]",
                "md5 . --workers    | md5: --workers needs a number; usage: md5 DIR [--workers N]",
                "md5 . --workers 0  | md5: --workers: '0' is not allowed; allowed: a whole number from 1 to 1024",
                "md5 --workers=two .| md5: --workers: 'two' is not allowed; allowed: a whole number from 1 to 1024",
            })
    void badArguments_areOneClearLine(String words, String message) {
        Ran ran = Ran.program(words.split(" "));

        assertEquals(message + System.lineSeparator(), ran.err());
        assertEquals("", ran.out());
        assertEquals(2, ran.status());
    }

    @Test
    void outputThatCannotBeWritten_isOneClearLine() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        Ran ran = Ran.program(full, "fib", "5");

        assertEquals("fib: cannot write the output: No space left on device" + System.lineSeparator(), ran.err());
        assertEquals(2, ran.status());
    }
}
