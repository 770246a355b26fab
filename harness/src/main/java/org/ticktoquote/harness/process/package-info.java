/** Child processes: started in groups of their own, spoken to by lines, always with a known end. */
@NullMarked
package org.ticktoquote.harness.process;

import org.jspecify.annotations.NullMarked;
