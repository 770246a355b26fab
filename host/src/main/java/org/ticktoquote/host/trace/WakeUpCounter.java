package org.ticktoquote.host.trace;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.linux.LibC;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.trace.WakeUpCounter.WakeUpCounts.Pair;

/**
 * Counts wake-ups with a BPF program at the tracepoint {@code sched:sched_waking}, and sent packets at
 * {@code net:net_dev_queue}, in kernel maps (bpf(2), perf_event_open(2)). Needs root, or CAP_BPF and CAP_PERFMON. The kernel
 * removes programs and maps when this process ends, even if it is killed. Not thread-safe.
 */
public final class WakeUpCounter implements AutoCloseable {
    public static final String LIMITS =
            "tracepoint sched_waking, counted by the kernel in a BPF map; about 0.4 us a wake-up;"
                    + " wake-ups by an interrupt count for the interrupted thread";

    private static final int MAX_PAIRS = 1 << 16;
    private static final int MAP_CREATE = 0;
    private static final int MAP_LOOKUP = 1;
    private static final int MAP_NEXT_KEY = 4;
    private static final int PROGRAM_LOAD = 5;
    private static final int HASH_MAP = 1;
    private static final int TRACEPOINT_PROGRAM = 5;
    private static final int TRACEPOINT_EVENT = 2;
    private static final int ATTRIBUTES = 128;
    private static final int EVENT_ATTRIBUTES = 64;
    private static final int CLOSE_ON_EXEC = 8;
    private static final long SET_BPF = 0x40042408L;
    private static final long ENABLE = 0x2400L;

    /** System call numbers of {@code bpf}, {@code perf_event_open} and {@code ioctl}, by architecture. */
    private static final Map<String, List<Integer>> CALLS =
            Map.of("amd64", List.of(321, 298, 16), "aarch64", List.of(280, 241, 29));

    private static final Pattern ID = Pattern.compile("(?m)^ID: (\\d{1,9})$");
    private static final Pattern WOKEN = Pattern.compile("field:pid_t pid;\\s+offset:(\\d{1,4});");

    private final List<Integer> calls;
    private final List<Integer> files = new ArrayList<>();
    private final int wakes;
    private final int sends;
    private final long fromNs = System.nanoTime();

    private WakeUpCounter(List<Integer> calls, String waking, String sending) {
        this.calls = calls;
        try {
            this.wakes = map();
            this.sends = map();
            attach(program(wakes, number(WOKEN, waking)), number(ID, waking));
            attach(program(sends, 0), number(ID, sending));
        } catch (LastErrorException | LinkageError e) {
            close();
            throw Problem.ofFault("the kernel rejects the BPF program: " + e.getMessage())
                    .expected("root, or CAP_BPF and CAP_PERFMON")
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /**
     * Starts to count.
     *
     * @throws org.ticktoquote.core.command.ProblemException if the kernel refuses the program
     */
    public static WakeUpCounter begin(Host host) {
        List<Integer> calls = CALLS.get(System.getProperty("os.arch", ""));
        if (calls == null) {
            throw Problem.ofFault("no BPF programs on this architecture").exception(ExitStatus.ENVIRONMENT);
        }
        return new WakeUpCounter(calls, format(host, "sched/sched_waking"), format(host, "net/net_dev_queue"));
    }

    /** Reads the format from a mounted tracefs, or mounts one in a separate mount namespace. */
    private static String format(Host host, String event) {
        String file = KernelTrace.TRACING + "/events/" + event + "/format";
        Reading mounted = host.file(file);
        Reading found = mounted.known()
                ? mounted
                : host.tool(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t tracefs nodev " + KernelTrace.TRACING + " && cat " + file);
        if (!found.or("").contains("ID: ")) {
            throw Problem.ofFault("the kernel's tracepoints cannot be read: " + found.problem())
                    .expected("root")
                    .exception(ExitStatus.ENVIRONMENT);
        }
        return found.or("");
    }

    private static int number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw Problem.ofFault("the kernel's tracepoint has an unknown layout")
                    .exception(ExitStatus.ENVIRONMENT);
        }
        return Integer.parseInt(found.group(1));
    }

    private int call(int which, Object... arguments) {
        return LibC.get().syscall(new NativeLong(calls.get(which)), arguments).intValue();
    }

    private static Memory attributes(int size) {
        Memory memory = new Memory(size);
        memory.clear();
        return memory;
    }

    private int kept(int file) {
        files.add(file);
        return file;
    }

    /** Creates a map from two thread ids to a count. */
    private int map() {
        Memory attributes = attributes(ATTRIBUTES);
        attributes.setInt(0, HASH_MAP);
        attributes.setInt(4, Long.BYTES);
        attributes.setInt(8, Long.BYTES);
        attributes.setInt(12, MAX_PAIRS);
        return kept(call(0, MAP_CREATE, attributes, ATTRIBUTES));
    }

    private int program(int map, int wokenAt) {
        long[] instructions = instructions(map, wokenAt);
        try (Memory code = new Memory((long) instructions.length * Long.BYTES);
                Memory license = attributes(8)) {
            code.write(0, instructions, 0, instructions.length);
            license.setString(0, "GPL");
            Memory attributes = attributes(ATTRIBUTES);
            attributes.setInt(0, TRACEPOINT_PROGRAM);
            attributes.setInt(4, instructions.length);
            attributes.setPointer(8, code);
            attributes.setPointer(16, license);
            return kept(call(0, PROGRAM_LOAD, attributes, ATTRIBUTES));
        }
    }

    /** Encodes one instruction (Documentation/bpf/standardization/instruction-set.rst). */
    private static long op(int code, int to, int from, int offset, int immediate) {
        return (long) immediate << 32 | (offset & 0xffffL) << 16 | (long) from << 12 | (long) to << 8 | code;
    }

    /** Returns a program that counts pairs of thread ids: the running thread's and the event's; 0 if the event has none. */
    private static long[] instructions(int map, int wokenAt) {
        return new long[] {
            op(0xbf, 6, 1, 0, 0), // r6 = event
            op(0x85, 0, 0, 0, 14), // r0 = bpf_get_current_pid_tgid()
            op(0x63, 10, 0, -8, 0), // key.from = (u32) r0
            wokenAt == 0 ? op(0xb7, 1, 0, 0, 0) : op(0x61, 1, 6, wokenAt, 0), // r1 = 0 or event.pid
            op(0x63, 10, 1, -4, 0), // key.to = r1
            op(0x18, 1, 1, 0, map),
            0, // r1 = map
            op(0xbf, 2, 10, 0, 0),
            op(0x07, 2, 0, 0, -8), // r2 = &key
            op(0x85, 0, 0, 0, 1), // r0 = bpf_map_lookup_elem(r1, r2)
            op(0x15, 0, 0, 3, 0), // if r0 == 0, skip 3
            op(0xb7, 1, 0, 0, 1),
            op(0xdb, 0, 1, 0, 0), // lock *r0 += 1
            op(0x05, 0, 0, 9, 0), // to the end
            op(0x7a, 10, 0, -16, 1), // value = 1
            op(0x18, 1, 1, 0, map),
            0,
            op(0xbf, 2, 10, 0, 0),
            op(0x07, 2, 0, 0, -8),
            op(0xbf, 3, 10, 0, 0),
            op(0x07, 3, 0, 0, -16), // r3 = &value
            op(0xb7, 4, 0, 0, 0),
            op(0x85, 0, 0, 0, 2), // bpf_map_update_elem(r1, r2, r3, BPF_ANY)
            op(0xb7, 0, 0, 0, 0),
            op(0x95, 0, 0, 0, 0) // return 0
        };
    }

    /**
     * Attaches a program. One event covers all CPUs, since the kernel runs a tracepoint's programs before it selects events
     * by CPU.
     */
    private void attach(int program, int tracepoint) {
        Memory attributes = attributes(EVENT_ATTRIBUTES);
        attributes.setInt(0, TRACEPOINT_EVENT);
        attributes.setInt(4, EVENT_ATTRIBUTES);
        attributes.setLong(8, tracepoint);
        int event = kept(call(1, attributes, -1, 0, -1, new NativeLong(CLOSE_ON_EXEC)));
        call(2, event, new NativeLong(SET_BPF), program);
        call(2, event, new NativeLong(ENABLE), 0);
    }

    /** Returns the wake-ups and the senders counted since the start. */
    public WakeUpCounts counts() {
        Map<Pair, Long> pairs = read(wakes);
        Set<Long> senders = read(sends).keySet().stream().map(Pair::from).collect(Collectors.toSet());
        double seconds = (System.nanoTime() - fromNs) / 1e9;
        String limits = LIMITS + (pairs.size() >= MAX_PAIRS ? "; its table was full: edges are missing" : "");
        return new WakeUpCounts(pairs, senders, Set.of(), Map.of(), seconds, limits);
    }

    private Map<Pair, Long> read(int map) {
        Map<Pair, Long> counts = new HashMap<>();
        try (Memory key = attributes(Long.BYTES);
                Memory next = attributes(Long.BYTES);
                Memory value = attributes(Long.BYTES)) {
            Memory attributes = attributes(ATTRIBUTES);
            attributes.setInt(0, map);
            for (boolean first = true; counts.size() <= MAX_PAIRS; first = false) {
                attributes.setLong(8, first ? 0 : Pointer.nativeValue(key));
                attributes.setPointer(16, next);
                call(0, MAP_NEXT_KEY, attributes, ATTRIBUTES);
                key.setLong(0, next.getLong(0));
                attributes.setPointer(8, key);
                attributes.setPointer(16, value);
                call(0, MAP_LOOKUP, attributes, ATTRIBUTES);
                counts.put(new Pair(key.getInt(0), key.getInt(4)), value.getLong(0));
            }
            return counts;
        } catch (LastErrorException end) {
            return counts;
        }
    }

    @Override
    public void close() {
        files.forEach(LibC.get()::close);
        files.clear();
    }

    /**
     * Wake-ups, and the threads that send and receive packets.
     *
     * @param wakes number by waker and woken thread
     * @param senders threads that sent packets or wrote to sockets
     * @param receivers threads that read from sockets, if the source knows them
     * @param names full names by thread id, if the source knows them
     * @param seconds duration of the count
     * @param limits limitations of the source in words
     */
    public record WakeUpCounts(
            Map<Pair, Long> wakes,
            Set<Long> senders,
            Set<Long> receivers,
            Map<Long, String> names,
            double seconds,
            String limits) {
        /** Thread ids of the waker, 0 if a CPU was idle, and of the woken thread. */
        public record Pair(long from, long to) {}
    }
}
