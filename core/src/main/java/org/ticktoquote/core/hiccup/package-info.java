/** How late a process wakes up when it asked to: what the machine and the JVM did to it. */
@NullMarked
package org.ticktoquote.core.hiccup;

import org.jspecify.annotations.NullMarked;
