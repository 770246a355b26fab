/** Self-audit of the harness processes and the part of the response that they can account for. */
@NullMarked
package org.ticktoquote.analysis.audit;

import org.jspecify.annotations.NullMarked;
