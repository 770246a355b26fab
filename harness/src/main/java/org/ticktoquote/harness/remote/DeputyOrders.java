package org.ticktoquote.harness.remote;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.jvm.Jvm;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.site.TickTail;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ThreadAccount;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** What a deputy is asked, and the form of questions and answers: every question has one answer, in order. */
final class DeputyOrders {
    static final String BEGIN = "begin";
    static final String CHECKSUM = "checksum";
    static final String FACTS = "facts";
    static final String SHEET = "sheet";
    static final String READINESS = "readiness";
    static final String COUNT = "count";
    static final String FREE_PORT = "free-port";
    static final String JAVA = "java";
    static final String LOG_FLAGS = "log-flags";
    static final String APPLICATION_FILES = "application-files";
    static final String JVM_CHOICE = "jvm-choice";
    static final String JVM_OBJECTION = "jvm-objection";
    static final String EXECUTABLE = "executable";
    static final String THREADS_OBJECTION = "threads-objection";
    static final String THREADS_PLACE = "threads-place";
    static final String THREADS_MEASURING = "threads-measuring";
    static final String THREADS_MEASURED = "threads-measured";
    static final String THREADS_FINISH = "threads-finish";
    static final String TICKS = "ticks";
    static final String QUOTES = "quotes";
    static final String FILES = "files";
    static final String REMOVE = "remove";
    /** The answer in place of one: detail {@link Refused}. */
    static final String REFUSED = "refused";

    private DeputyOrders() {}

    /** Makes the folders of a run below the folder of our work. */
    record Begin(String work, String run) {}

    /** Whole paths there. */
    record Begun(String work, String runDirectory, String sentDirectory, String java, ClockIdentity clock) {}

    record Refused(String cause, ExitStatus exit) {
        static Refused of(RuntimeException e) {
            return e instanceof Refusal refusal
                    ? new Refused(String.valueOf(refusal.getMessage()), refusal.status())
                    : new Refused(e.toString(), ExitStatus.ENVIRONMENT);
        }
    }

    record OfPath(String path) {}

    /** Of a file; size -1 and no checksum where there is none. */
    record Content(String path, long size, String sha256) {}

    record Contents(List<Content> files) {
        Contents {
            files = List.copyOf(files);
        }
    }

    record Values(Map<String, String> values) {}

    record Profiled(String profile) {}

    record AtPort(int port) {}

    record AtAddress(String transport, String address) {}

    record OfJava(String java, String file) {}

    record OfCommand(List<String> words, String java) {
        OfCommand {
            words = List.copyOf(words);
        }
    }

    /**
     * A plan for the threads of these processes.
     *
     * @param yaml of the plan; empty for one that has a name only
     */
    record Placing(String name, String yaml, HostProcesses processes) {
        ThreadChoice choice() {
            return ThreadChoice.received(name, yaml);
        }
    }

    /** A plan for whoever runs there. */
    record Planned(String name, String yaml, Set<Party> parties) {
        ThreadChoice choice() {
            return ThreadChoice.received(name, yaml);
        }
    }

    /** What became of threads; null when none were placed. */
    record Kept(@Nullable ThreadAccount account) {}

    /**
     * A profile that is to be found there.
     *
     * @param given home or executable there that the user gave for it; empty for none
     */
    record Wanted(JvmProfile profile, String given, int leastFeature) {}

    /**
     * What a profile means there.
     *
     * @param jvm null when there is none
     */
    record Chosen(@Nullable Jvm jvm, String reason) {}

    record Flags(String java, List<String> flags) {
        Flags {
            flags = List.copyOf(flags);
        }
    }

    /** Why something cannot be; empty when it can. */
    record Objection(String reason) {
        static Objection of(Optional<String> objection) {
            return new Objection(objection.orElse(""));
        }

        Optional<String> words() {
            return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
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
