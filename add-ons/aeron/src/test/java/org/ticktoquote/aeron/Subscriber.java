package org.ticktoquote.aeron;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.core.marketdata.SessionStartDecoder;

/**
 * Receives the messages of a session in another JVM, with its own media driver or that of a
 * directory. Prints a one-line summary at the end.
 */
final class Subscriber {
    private static final int FRAGMENTS = 64;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final SessionStartDecoder start = new SessionStartDecoder();
    private final List<Long> starts = new ArrayList<>();
    private long expected;
    private long quotes;
    private long misplaced;
    private long others;
    private boolean ended;

    /** Arguments: channel, stream and optionally the directory of a media driver. */
    public static void main(String[] arguments) {
        String directory = arguments.length > 2 ? arguments[2] : "";
        MediaDriver driver = directory.isEmpty()
                ? MediaDriver.launchEmbedded(new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnShutdown(true))
                : null;
        String place = driver == null ? directory : driver.aeronDirectoryName();
        try (driver;
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(new File(place).getPath()));
                Subscription subscription = aeron.addSubscription(arguments[0], Integer.parseInt(arguments[1]))) {
            System.out.println(new Subscriber().takeSession(subscription));
        }
    }

    private String takeSession(Subscription subscription) {
        FragmentAssembler whole = new FragmentAssembler((buffer, offset, length, frame) -> take(buffer, offset));
        while (!ended) {
            if (subscription.poll(whole, FRAGMENTS) == 0) {
                Thread.onSpinWait();
            }
        }
        return "quotes %d, misplaced %d, others %d, starts %s".formatted(quotes, misplaced, others, starts);
    }

    private void take(DirectBuffer buffer, int offset) {
        header.wrap(buffer, offset);
        switch (header.templateId()) {
            case QuoteDecoder.TEMPLATE_ID -> {
                quotes++;
                long id = quote.wrapAndApplyHeader(buffer, offset, header).tickId();
                misplaced += id == expected ? 0 : 1;
                expected = id + 1;
            }
            case SessionStartDecoder.TEMPLATE_ID -> {
                expected = start.wrapAndApplyHeader(buffer, offset, header).firstTickId();
                starts.add(expected);
            }
            case SessionEndDecoder.TEMPLATE_ID -> ended = true;
            default -> others++;
        }
    }
}
