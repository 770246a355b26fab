package org.ticktoquote.harness.remote;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.harness.site.TickTail;

/** What a deputy is asked, and the form of questions and answers: every question has one answer, in order. */
final class DeputyOrders {
    static final String BEGIN = "begin";
    static final String CHECKSUM = "checksum";
    static final String FACTS = "facts";
    static final String SHEET = "sheet";
    static final String COUNT = "count";
    static final String FREE_PORT = "free-port";
    static final String JAVA = "java";
    static final String LOG_FLAGS = "log-flags";
    static final String APPLICATION_FILES = "application-files";
    static final String TICKS = "ticks";
    static final String QUOTES = "quotes";
    static final String FILES = "files";
    static final String REMOVE = "remove";
    /** The answer in place of one: detail {@code cause}. */
    static final String REFUSED = "refused";

    private DeputyOrders() {}

    /** Makes the folders of a run below the folder of our work. */
    record Begin(String work, String run) {}

    /** Whole paths there. */
    record Begun(String work, String runDirectory, String sentDirectory, String java, ClockIdentity clock) {}

    record OfPath(String path) {}

    /** Of a file; size -1 and no checksum where there is none. */
    record Content(String path, long size, String sha256) {}

    record Contents(List<Content> files) {
        Contents {
            files = List.copyOf(files);
        }
    }

    record Values(Map<String, String> values) {}

    record AtPort(int port) {}

    record AtAddress(String transport, String address) {}

    record OfJava(String java, String file) {}

    record OfCommand(List<String> words, String java) {
        OfCommand {
            words = List.copyOf(words);
        }
    }

    record Words(List<String> words) {
        Words {
            words = List.copyOf(words);
        }
    }

    record Sessions(int sessions) {}

    record Ticks(List<TickTail.SentTick> ticks) {
        Ticks {
            ticks = List.copyOf(ticks);
        }
    }
}
