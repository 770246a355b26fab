package org.ticktoquote.host.nativeclock;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.linux.LibC;

/**
 * Instructions that read the processor's counter: the TSC of x86-64 and the virtual counter of aarch64.
 *
 * <p>Each is a function of a few bytes of machine code in an executable page. It returns ticks; {@link TickCalibration}
 * measures their length. x86-64: Intel SDM vol. 2B, RDTSC and RDTSCP; aarch64: Arm ARM, CNTVCT_EL0.
 */
public enum CycleCounter {
    /** Can execute before earlier instructions. */
    RDTSC(ClockFacts.X86, "tsc", false, "0f 31 48 c1 e2 20 48 09 d0 c3"),
    /** Waits for all earlier instructions. */
    RDTSCP(ClockFacts.X86, "rdtscp", true, "0f 01 f9 48 c1 e2 20 48 09 d0 c3"),
    /** Can execute before earlier instructions. */
    CNTVCT_EL0(ClockFacts.ARM, "", false, "40 e0 3b d5 c0 03 5f d6"),
    /** Waits for all earlier instructions with an instruction synchronisation barrier. */
    ISB_CNTVCT_EL0(ClockFacts.ARM, "", true, "df 3f 03 d5 40 e0 3b d5 c0 03 5f d6");

    private final String architecture;
    private final String flag;
    private final boolean ordered;
    private final String code;

    CycleCounter(String architecture, String flag, boolean ordered, String code) {
        this.architecture = architecture;
        this.flag = flag;
        this.ordered = ordered;
        this.code = code;
    }

    /** Returns the instructions of an architecture, including those that cannot run here. */
    public static List<CycleCounter> of(String architecture) {
        return Arrays.stream(values())
                .filter(each -> each.architecture.equals(architecture))
                .toList();
    }

    /**
     * Returns the instruction for time stamps, which waits for all earlier instructions.
     *
     * @throws UnsupportedOperationException if none is known for the architecture
     */
    public static CycleCounter ordered(String architecture) {
        return of(architecture).stream()
                .filter(each -> each.ordered)
                .findFirst()
                .orElseThrow(() -> new UnsupportedOperationException(
                        "no instruction that reads the counter of " + architecture + " is known"));
    }

    public String instruction() {
        return name().toLowerCase(Locale.ROOT).replace("isb_", "isb; ");
    }

    /** Returns whether it waits for all earlier instructions. */
    public boolean ordered() {
        return ordered;
    }

    /**
     * Returns a handle of type {@code ()long}; keep it in a static final field. Allocates a page of code on every call.
     *
     * @throws UnsupportedOperationException with the reason: a newer Java, the instruction, or executable memory is missing
     */
    public MethodHandle reader(ClockFacts facts) {
        if (!architecture.equals(facts.architecture())) {
            throw new UnsupportedOperationException("is an instruction of " + architecture);
        }
        if (!flag.isEmpty() && !facts.flags().contains(flag)) {
            throw new UnsupportedOperationException("this processor has no " + flag);
        }
        KernelClock.requireJava();
        return KernelClock.at(load(HexFormat.ofDelimiter(" ").parseHex(code)), MethodType.methodType(long.class));
    }

    private static final long PAGE = 65_536; // the largest page size of the supported processors
    private static final int READ_WRITE = 0x3;
    private static final int READ_EXECUTE = 0x5;
    private static final int PRIVATE_ANONYMOUS = 0x22;

    /**
     * Loads the code and returns its address.
     *
     * @throws UnsupportedOperationException if the kernel refuses executable memory
     */
    static long load(byte[] code) {
        try {
            LibC libC = LibC.get();
            long address = libC.mmap(0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
            new Pointer(address).write(0, code, 0, code.length);
            libC.mprotect(address, PAGE, READ_EXECUTE);
            return address;
        } catch (LastErrorException refused) {
            throw new UnsupportedOperationException(
                    "the kernel refuses executable memory (" + refused.getMessage()
                            + "), as SELinux without execmem and hardened kernels do",
                    refused);
        } catch (LinkageError notLinux) {
            throw new UnsupportedOperationException("no C library of Linux here: " + notLinux.getMessage(), notLinux);
        }
    }
}
