/** On which CPUs a thread may run. */
@NullMarked
package org.ticktoquote.core.affinity;

import org.jspecify.annotations.NullMarked;
