/** Measures wake-up delays of a process, which show stalls caused by machine and JVM. */
@NullMarked
package org.ticktoquote.core.hiccup;

import org.jspecify.annotations.NullMarked;
