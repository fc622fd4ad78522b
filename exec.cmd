@rem npm start says "exec", so that a signal reaches the shop and not only the shell around it. Windows has no exec.
@%*
