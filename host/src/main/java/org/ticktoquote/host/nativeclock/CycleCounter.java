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
 * The instructions that read the processor's counter: the TSC of x86-64 and the virtual counter of aarch64.
 *
 * <p>Each is a function of a few bytes of machine code in an executable page; the value is in ticks, whose length
 * {@link TickCalibration} finds out. x86-64: Intel SDM vol. 2B, RDTSC and RDTSCP; aarch64: Arm ARM, CNTVCT_EL0.
 */
public enum CycleCounter {
    /** May be executed before what stands in front of it. */
    RDTSC(ClockFacts.X86, "tsc", false, "0f 31 48 c1 e2 20 48 09 d0 c3"),
    /** Waits until all earlier instructions have been executed. */
    RDTSCP(ClockFacts.X86, "rdtscp", true, "0f 01 f9 48 c1 e2 20 48 09 d0 c3"),
    /** May be executed before what stands in front of it. */
    CNTVCT_EL0(ClockFacts.ARM, "", false, "40 e0 3b d5 c0 03 5f d6"),
    /** Behind an instruction synchronisation barrier. */
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

    /** The instructions that the architecture has, whether or not they can be executed here. */
    public static List<CycleCounter> of(String architecture) {
        return Arrays.stream(values())
                .filter(each -> each.architecture.equals(architecture))
                .toList();
    }

    /**
     * The instruction that a time stamp needs: no later reading of the same counter can be smaller.
     *
     * @throws UnsupportedOperationException when none is known for the architecture
     */
    public static CycleCounter ordered(String architecture) {
        return of(architecture).stream()
                .filter(each -> each.ordered)
                .findFirst()
                .orElseThrow(() -> new UnsupportedOperationException(
                        "no instruction that reads the counter of " + architecture + " is known"));
    }

    /** The name of the instruction. */
    public String instruction() {
        return name().toLowerCase(Locale.ROOT).replace("isb_", "isb; ");
    }

    /** Whether it is never executed before what stands in front of it. */
    public boolean ordered() {
        return ordered;
    }

    /**
     * A handle of type {@code ()long}; keep it in a static final field. Makes a new page of code on every call.
     *
     * @throws UnsupportedOperationException saying what is missing: a newer Java, the instruction, or executable memory
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
     * @throws UnsupportedOperationException when the kernel refuses it
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
                    "the kernel refuses to make memory executable (" + refused.getMessage()
                            + "); SELinux without execmem does that, and so do hardened kernels",
                    refused);
        } catch (LinkageError notLinux) {
            throw new UnsupportedOperationException("no C library of Linux here: " + notLinux.getMessage(), notLinux);
        }
    }
}
