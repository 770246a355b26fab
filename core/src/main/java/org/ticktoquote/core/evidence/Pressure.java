package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.stream.LongStream;

/**
 * Time in ns that some threads, or all non-idle threads, of a host waited for a resource ({@code /proc/pressure},
 * Documentation/accounting/psi). {@link #UNKNOWN} if the kernel does not report it.
 *
 * @param cpuSome time that some tasks waited for a CPU
 * @param ioSome time that some tasks waited for a disk
 * @param memorySome time that some tasks waited for memory
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"cpuSome", "cpuFull", "ioSome", "ioFull", "memorySome", "memoryFull"})
public record Pressure(long cpuSome, long cpuFull, long ioSome, long ioFull, long memorySome, long memoryFull) {
    public static final long UNKNOWN = -1;

    public LongStream all() {
        return LongStream.of(cpuSome, cpuFull, ioSome, ioFull, memorySome, memoryFull);
    }
}
