package org.ticktoquote.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ticktoquote.fix.message.FirstMessage;

/**
 * First message of an application that connects to its clients. Reading byte by byte must give the same message, or fail
 * too.
 */
final class FirstMessageTarget implements FuzzTarget {
    @Override
    public void read(byte[] input, Path folder) {
        FirstMessage whole = new FirstMessage(List.of("FIX.4.4", "FIXT.1.1"));
        FirstMessage pieces = new FirstMessage(List.of("FIX.4.4", "FIXT.1.1"));
        whole.add(ByteBuffer.wrap(input));
        for (int at = 0; at < input.length && !pieces.isComplete() && pieces.fault() == null; at++) {
            pieces.add(ByteBuffer.wrap(input, at, 1));
        }
        boolean same = whole.isComplete() == pieces.isComplete()
                && Objects.isNull(whole.fault()) == Objects.isNull(pieces.fault())
                && (!whole.isComplete() || whole.text().equals(pieces.text()));
        if (!same) {
            throw new AssertionError("in one read " + whole.isComplete() + " " + whole.fault() + ", in pieces "
                    + pieces.isComplete() + " " + pieces.fault());
        }
    }

    @Override
    public List<byte[]> variants(byte[] input) {
        return List.of(input, TapTarget.message(new String(input, StandardCharsets.ISO_8859_1).replace('|', '\u0001')));
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "logon",
                "35=A|34=1|49=PRICING|52=20261125-09:00:00.000|56=C|98=0|108=30|".getBytes(StandardCharsets.ISO_8859_1),
                "data",
                "35=A|34=1|95=9|96=|49=X|y|z|49=PRICING|56=C|98=0|108=30|".getBytes(StandardCharsets.ISO_8859_1));
    }
}
