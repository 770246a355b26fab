package org.ticktoquote.wire.show;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;

/**
 * A TCP connection or a pair of addresses that exchange datagrams, as in {@code tcp:3}.
 *
 * @param number number in the order of first packets, from 0
 */
record StreamId(boolean isTcp, int number) {
    private static final Pattern FORM = Pattern.compile("(?:(tcp|udp):)?(\\d{1,9})");

    /** Parses an id. A number alone means a TCP connection. */
    static StreamId parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            String forms = "tcp:N, udp:N, or N for tcp:N, as in the list of streams";
            throw Problem.ofValue(text).expected(forms).exception();
        }
        return new StreamId(!"udp".equals(form.group(1)), Integer.parseInt(form.group(2)));
    }

    @Override
    public String toString() {
        return (isTcp ? "tcp:" : "udp:") + number;
    }
}
