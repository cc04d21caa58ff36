package dev.runnel.sample.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTest {

    private static final String SEPARATOR = "¦";

    /** In the tables ~ is CR LF, and other characters that cannot be seen are spelt out. */
    static String unfold(String text) {
        return text.replace("~", "\r\n")
                .replace("<CR>", "\r")
                .replace("<LF>", "\n")
                .replace("<NUL>", "\0")
                .replace("<TAB>", "\t")
                .replace("<SP>", " ")
                .replace("<DEL>", "\u007f");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = SEPARATOR,
            value = {
                "GET /a HTTP/1.1~Host: h~~                                              ¦ 200 GET /a",
                "GET /a?b=c?d HTTP/1.1~Host: h~~                                        ¦ 200 GET /a?b=c?d",
                "GET http://h/a HTTP/1.1~Host: h~~                                      ¦ 200 GET /a",
                "GET HTTP://h HTTP/1.1~Host: h~~                                        ¦ 200 GET /",
                "OPTIONS * HTTP/1.1~Host: h~~                                           ¦ 200 OPTIONS *",
                "~GET /a HTTP/1.1~Host: h~~                                             ¦ 200 GET /a",
                "GET /a HTTP/1.1~host:h~~                                               ¦ 200 GET /a",
                "GET /a HTTP/1.1~Host:<TAB> h <TAB>~Empty:~~                            ¦ 200 GET /a",
                "GET /a HTTP/1.1~Host: [::1]:80~~                                       ¦ 200 GET /a",
                "GET /a HTTP/1.9~Host: h~~                                              ¦ 200 GET /a",
                "GET /a HTTP/1.0~~                                                      ¦ 200 GET /a",
                "PUT /a HTTP/1.1~Host: h~Content-Length: 3~~xyz                         ¦ 200 PUT /a xyz",
                "PUT /a HTTP/1.1~Host: h~Content-Length: 003~~xyz                       ¦ 200 PUT /a xyz",
                "PUT /a HTTP/1.1~Host: h~~                                              ¦ 200 PUT /a",
                "PUT /a HTTP/1.1~Host: h~Transfer-Encoding: Chunked~~3~xyz~0~~          ¦ 200 PUT /a xyz",
                "PUT /a HTTP/1.1~Host: h~Transfer-Encoding: chunked~~1;e=f~x~02~yz~0~T: v~~ ¦ 200 PUT /a xyz",
                "PUT /a HTTP/1.1~Host: h~Transfer-Encoding: chunked~~a~0123456789~00~~  ¦ 200 PUT /a 0123456789",
            })
    void goodRequests_areHandled(String request, String answer) throws IOException {
        assertEquals(answer, Talks.answers(unfold(request)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = SEPARATOR,
            value = {
                // the request line
                "GET /a~~                              ¦ 400 a request line is: method target version",
                "nonsense~~                            ¦ 400 a request line is: method target version",
                "~~GET /a HTTP/1.1~Host: h~~           ¦ 400 a request line is: method target version",
                "GET  /a HTTP/1.1~Host: h~~            ¦ 400 a target has visible characters of ASCII only, and no fragment",
                "GET /a b HTTP/1.1~Host: h~~           ¦ 400 a target has visible characters of ASCII only, and no fragment",
                "GET /a#b HTTP/1.1~Host: h~~           ¦ 400 a target has visible characters of ASCII only, and no fragment",
                "GET /ä HTTP/1.1~Host: h~~             ¦ 400 a target has visible characters of ASCII only, and no fragment",
                "GET /<NUL> HTTP/1.1~Host: h~~         ¦ 400 a target has visible characters of ASCII only, and no fragment",
                "GET a HTTP/1.1~Host: h~~              ¦ 400 a target begins with a slash",
                "GET * HTTP/1.1~Host: h~~              ¦ 400 a target begins with a slash",
                "GET /a HTTP/1~Host: h~~               ¦ 400 a version is HTTP/n.n",
                "GET /a http/1.1~Host: h~~             ¦ 400 a version is HTTP/n.n",
                "GET /a HTTP/1.1 ~Host: h~~            ¦ 400 a version is HTTP/n.n",
                "G(T /a HTTP/1.1~Host: h~~             ¦ 400 that is no method",
                "get /a HTTP/1.1~Host: h~~             ¦ 501 there is no method get here",
                "BREW /a HTTP/1.1~Host: h~~            ¦ 501 there is no method BREW here",
                "CONNECT h:1 HTTP/1.1~Host: h~~        ¦ 501 this is no proxy",
                "PRI * HTTP/2.0~~SM~~                  ¦ 505 only HTTP/1.1 and HTTP/1.0 are spoken here",
                // lines
                "GET /a HTTP/1.1<LF>Host: h~~          ¦ 400 a line ends with CR LF",
                "GET /a HTTP/1.1~Host: h<LF>~          ¦ 400 a line ends with CR LF",
                "GET /a HTTP/1.1~Host: h~A: b<CR>c~~   ¦ 400 a header has no control characters",
                "GET /a HTTP/1.1~Host: h~A: b<NUL>~~   ¦ 400 a header has no control characters",
                "GET /a HTTP/1.1~Host: h~A: <DEL>~~    ¦ 400 a header has no control characters",
                "GET /a HTTP/1.1<CR>~Host: h~~         ¦ 400 a version is HTTP/n.n",
                // header lines
                "GET /a HTTP/1.1~Host: h~<SP>b: c~~    ¦ 400 a header is on one line",
                "GET /a HTTP/1.1~Host: h~A: b~<TAB>c~~ ¦ 400 a header is on one line",
                "GET /a HTTP/1.1~<SP>Host: h~~         ¦ 400 a header is on one line",
                "GET /a HTTP/1.1~Host : h~~            ¦ 400 that is no name of a header",
                "GET /a HTTP/1.1~Host: h~: v~~         ¦ 400 that is no name of a header",
                "GET /a HTTP/1.1~Host: h~A[b]: v~~     ¦ 400 that is no name of a header",
                "GET /a HTTP/1.1~Host: h~nothing~~     ¦ '400 a header is: name, colon, value'",
                "GET /a HTTP/1.1~~                     ¦ 400 there must be one Host",
                "GET /a HTTP/1.1~Host: h~Host: h~~     ¦ 400 there must be one Host",
                "GET /a HTTP/1.1~Host: h/x~~           ¦ 400 that is no Host",
                "GET /a HTTP/1.1~Host: h~Expect: x~~   ¦ 417 nothing but 100-continue can be expected",
            })
    void badHeads_areRefused(String request, String answer) throws IOException {
        assertEquals(answer.replace("'", ""), Talks.answers(unfold(request)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = SEPARATOR,
            value = {
                "Content-Length: 3~Content-Length: 3~~xyz              ¦ 400 there must be one Content-Length or one Transfer-Encoding",
                "Content-Length: 3~Content-Length: 4~~xyz              ¦ 400 there must be one Content-Length or one Transfer-Encoding",
                "Content-Length: 3~Transfer-Encoding: chunked~~0~~     ¦ 400 there must be one Content-Length or one Transfer-Encoding",
                "Transfer-Encoding: chunked~Content-Length: 3~~0~~     ¦ 400 there must be one Content-Length or one Transfer-Encoding",
                "Transfer-Encoding: chunked~Transfer-Encoding: x~~0~~  ¦ 400 there must be one Content-Length or one Transfer-Encoding",
                "'Content-Length: 3, 3~~xyz'                           ¦ 400 a Content-Length is a number",
                "Content-Length: +3~~xyz                               ¦ 400 a Content-Length is a number",
                "Content-Length: -3~~xyz                               ¦ 400 a Content-Length is a number",
                "Content-Length: 0x3~~xyz                              ¦ 400 a Content-Length is a number",
                "Content-Length: 3 3~~xyz                              ¦ 400 a Content-Length is a number",
                "Content-Length:~~xyz                                  ¦ 400 a Content-Length is a number",
                "Content-Length: 101~~                                 ¦ 413 a body may have 100 bytes",
                "Content-Length: 4294967299~~xyz                       ¦ 413 a body may have 100 bytes",
                "Content-Length: 99999999999999999999999999~~          ¦ 413 a body may have 100 bytes",
                "Transfer-Encoding: gzip~~                             ¦ 501 no Transfer-Encoding but chunked is known here",
                "'Transfer-Encoding: gzip, chunked~~0~~'               ¦ 501 no Transfer-Encoding but chunked is known here",
                "'Transfer-Encoding: chunked, chunked~~0~~'            ¦ 501 no Transfer-Encoding but chunked is known here",
                "Transfer-Encoding: xchunked~~0~~                      ¦ 501 no Transfer-Encoding but chunked is known here",
                "Transfer-Encoding:~~0~~                               ¦ 501 no Transfer-Encoding but chunked is known here",
                "Transfer-Encoding: chunked~~x~                        ¦ 400 a chunk begins with its size",
                "Transfer-Encoding: chunked~~~                         ¦ 400 a chunk begins with its size",
                "Transfer-Encoding: chunked~~0x3~xyz~0~~               ¦ 400 a chunk begins with its size",
                "Transfer-Encoding: chunked~~-3~xyz~0~~                ¦ 400 a chunk begins with its size",
                "Transfer-Encoding: chunked~~3 ~xyz~0~~                ¦ 400 a chunk begins with its size",
                "Transfer-Encoding: chunked~~3;a=<CR>b~xyz~0~~         ¦ 400 a chunk begins with its size",
                "Transfer-Encoding: chunked~~3<LF>xyz~0~~              ¦ 400 a line ends with CR LF",
                "Transfer-Encoding: chunked~~3~xyzz~0~~                ¦ 400 a line may have 0 bytes",
                "Transfer-Encoding: chunked~~3~xyz~0~A : b~~           ¦ 400 that is no name of a header",
                "Transfer-Encoding: chunked~~65~                       ¦ 413 a body may have 100 bytes",
                "Transfer-Encoding: chunked~~1~x~64~                   ¦ 413 a body may have 100 bytes",
                "Transfer-Encoding: chunked~~100000003~xyz~0~~         ¦ 413 a body may have 100 bytes",
                "Transfer-Encoding: chunked~~ffffffffffffffff~xyz~0~~  ¦ 413 a body may have 100 bytes",
            })
    void doubtfulBodies_areRefused(String rest, String answer) throws IOException {
        String request = "POST /a HTTP/1.1~Host: h~" + rest.replace("'", "");

        assertEquals(answer, Talks.answers(unfold(request + "GET /smuggled HTTP/1.1~Host: h~~")));
    }

    @Test
    void transferEncodingInHttp10_isRefused() throws IOException {
        assertEquals(
                "400 there is no Transfer-Encoding in HTTP/1.0",
                Talks.answers(unfold("PUT /a HTTP/1.0~Transfer-Encoding: chunked~~0~~")));
    }
}
